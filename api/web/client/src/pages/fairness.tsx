import { Loaded, useLoaded } from "../frame/loaded";
import type { Event, Game } from "../api/types";
import { figure, t, when } from "../i18n";
import { canHash } from "../finished/hashes";
import { Heading } from "../finished/heading";
import { logOf } from "../finished/log";
import { note, noted } from "../finished/noted";
import { checkChain, prove, type Proof } from "../finished/proof";
import { Rolls, SaveLog, Seeds, StepLine, Verdict } from "../finished/verdict";
import "../finished/fairness.css";

// FairnessPage computes a game's dice anew in the browser, from its log alone, and says what came of it. There is a tick only
// where everything was computed and is the same.
export function FairnessPage(p: { id: string }) {
  const log = useLoaded(() => logOf(p.id), [p.id]);
  const game = "value" in log ? log.value.game : undefined;
  return (
    <div class="fairness">
      <Heading page="fairness" id={p.id} game={game} />
      <Loaded of={log}>{({ game, events }) => <Checked id={p.id} game={game} events={events} />}</Loaded>
    </div>
  );
}

function Checked(p: { id: string; game: Game; events: readonly Event[] }) {
  const words = t().past;
  const over = p.game.status === "finished" || p.game.status === "closed";
  if (p.game.dice === "client") return <OwnDice id={p.id} events={p.events} />;
  if (!over) {
    const commitment = p.events[0]!.commitment!;
    note(p.id, commitment);
    return (
      <Verdict mark="wait" title={words.proofRunning}>
        <p>{words.proofRunningText}</p>
        <Seeds events={p.events} />
      </Verdict>
    );
  }
  if (!canHash()) {
    return (
      <Verdict mark="wait" title={words.proofInsecure}>
        <p>{words.proofInsecureText}</p>
        <ul>
          <li>
            <code>kast verify</code>
          </li>
          <li>{words.proofInsecureTool}</li>
        </ul>
        <SaveLog id={p.id} events={p.events} />
        <Seeds events={p.events} />
      </Verdict>
    );
  }
  return <Proved id={p.id} game={p.game} events={p.events} />;
}

function Proved(p: { id: string; game: Game; events: readonly Event[] }) {
  const proof = useLoaded(() => prove(p.id, p.events), [p.id, p.events]);
  return "value" in proof ? <Shown {...p} proof={proof.value} /> : <p class="quiet">{t().past.computing}</p>;
}

function Shown(p: { id: string; game: Game; events: readonly Event[]; proof: Proof }) {
  const words = t().past;
  const { chain, commitment, seeds, dice } = p.proof;
  const before = noted(p.id);
  const same = before === undefined || before.commitment === p.events[0]?.commitment;
  const holds = p.proof.holds && same;
  const count = (n: number) => figure(n);
  return (
    <Verdict mark={holds ? "good" : "bad"} title={holds ? words.proofGood : words.proofBad}>
      <p>{words.proofOf}</p>
      <ul class="steps">
        <StepLine step={chain} title={words.stepChain} done={(n) => words.stepChainDone(count(n))} />
        <StepLine step={commitment} title={words.stepCommitment} done={() => words.stepCommitmentDone} />
        <StepLine
          step={seeds}
          title={words.stepSeeds}
          done={(n) => (n === 0 ? words.stepSeedsNone : words.stepSeedsDone(count(n)))}
        />
        <StepLine step={dice} title={words.stepDice} done={(n) => words.stepDiceDone(count(n))} />
      </ul>
      {before !== undefined && <p>{same ? words.noted(when(before.at)) : <strong>{words.notedOther}</strong>}</p>}
      <p class="quiet">{words.proofLimits}</p>
      <Seeds events={p.events} />
      <SaveLog id={p.id} events={p.events} />
      <Rolls game={p.game} events={p.events} />
    </Verdict>
  );
}

function OwnDice(p: { id: string; events: readonly Event[] }) {
  const words = t().past;
  const chain = useLoaded(async () => (canHash() ? checkChain(p.id, p.events) : undefined), [p.id, p.events]);
  const step = "value" in chain ? chain.value : undefined;
  return (
    <Verdict mark="none" title={words.proofClient}>
      <p>{words.proofClientText}</p>
      {step !== undefined && (
        <ul class="steps">
          <StepLine step={step} title={words.stepChain} done={(n) => words.stepChainDone(figure(n))} />
        </ul>
      )}
      <SaveLog id={p.id} events={p.events} />
    </Verdict>
  );
}
