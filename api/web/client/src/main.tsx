import { render } from "preact";
import { App } from "./app";
import { install } from "./install";
import { addSource } from "./mygames";
import { local } from "./mygames-local";
import { loadRulesets } from "./rulesets";
import { startSync } from "./sync";
import "./styles/base.css";

addSource(local);
render(<App />, document.getElementById("app")!);
void loadRulesets();
startSync();
void install();
