import { render } from "preact";
import { App } from "./app";
import { loadRulesets } from "./rulesets";
import "./styles/base.css";

render(<App />, document.getElementById("app")!);
void loadRulesets();
