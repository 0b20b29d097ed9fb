import { Face } from "./die";
import "./minidie.css";

// MiniDie is a small die to look at, in lists and on buttons. It says nothing to a screen reader: its surroundings do.
export function MiniDie(p: { face: number; kept?: boolean; dim?: boolean }) {
  return (
    <span class={`minidie${p.kept === true ? " kept" : ""}${p.dim === true ? " dim" : ""}`} aria-hidden="true">
      <Face value={p.face} />
    </span>
  );
}
