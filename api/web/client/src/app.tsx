import type { ComponentChildren } from "preact";
import { useErrorBoundary } from "preact/hooks";
import { Frame } from "./frame/frame";
import { t } from "./i18n";
import { route } from "./route";
import { AccountPage } from "./pages/account";
import { FairnessPage } from "./pages/fairness";
import { FinishedPage } from "./pages/finished";
import { GamePage } from "./pages/game";
import { HomePage } from "./pages/home";
import { JoinPage } from "./pages/join";
import { LobbyPage } from "./pages/lobby";
import { NewGamePage } from "./pages/new-game";
import { ReplayPage } from "./pages/replay";
import { ReviewPage } from "./pages/review";
import { RulesPage } from "./pages/rules";
import { StatisticsPage } from "./pages/statistics";
import { WatchPage } from "./pages/watch";

export function App() {
  return (
    <Frame>
      <Whole key={"id" in route.value ? `${route.value.page} ${route.value.id}` : route.value.page}>
        <Page />
      </Whole>
    </Frame>
  );
}

// Whole says so where a page breaks, which is a fault of ours: nobody is left before an empty one.
function Whole(p: { children: ComponentChildren }) {
  const [error] = useErrorBoundary((e) => console.error(e));
  if (error === undefined) return <>{p.children}</>;
  return (
    <div role="alert">
      <p>{t().somethingWrong}</p>
      <button type="button" class="button" onClick={() => location.reload()}>
        {t().loadAgain}
      </button>
    </div>
  );
}

// Page gives each place its page; a game's page is made anew for another game.
function Page() {
  const to = route.value;
  switch (to.page) {
    case "home":
      return <HomePage />;
    case "new":
      return <NewGamePage />;
    case "lobby":
      return <LobbyPage />;
    case "join":
      return <JoinPage key={to.code} code={to.code} />;
    case "watch":
      return <WatchPage key={to.code} code={to.code} />;
    case "game":
      return <GamePage key={to.id} id={to.id} />;
    case "replay":
      return <ReplayPage key={to.id} id={to.id} seq={to.seq} />;
    case "review":
      return <ReviewPage key={to.id} id={to.id} />;
    case "fairness":
      return <FairnessPage key={to.id} id={to.id} />;
    case "finished":
      return <FinishedPage />;
    case "statistics":
      return <StatisticsPage />;
    case "rules":
      return <RulesPage key={to.ruleset} ruleset={to.ruleset} />;
    case "account":
      return <AccountPage />;
  }
}
