import "./styles/base.css"; // first, so that what is of a part of the page goes before it
import { render } from "preact";
import { pause } from "./api/client";
import { App } from "./app";
import { install } from "./install";
import { addSource } from "./mygames";
import { local } from "./mygames-local";
import { loadRulesets } from "./rulesets";
import { keepAllRules } from "./rules/kept";
import { startSync } from "./sync";

// When the page has settled, in ms, the rules are kept for when there is no network.
const SETTLED = 10_000;

addSource(local);
render(<App />, document.getElementById("app")!);
void loadRulesets()
  .then(() => pause(SETTLED))
  .then(keepAllRules)
  .catch((e: unknown) => console.warn(e)); // another visit will
startSync();
void install();
