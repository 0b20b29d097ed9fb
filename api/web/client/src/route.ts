import { computed, signal } from "@preact/signals";

// Where the page is lies behind the # of its address, so the server serves one document and links work without it.
export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "lobby" }
  | { page: "join"; code: string }
  | { page: "watch"; code: string }
  | { page: "game"; id: string }
  | { page: "replay"; id: string; seq?: number } // at that event
  | { page: "review"; id: string }
  | { page: "fairness"; id: string }
  | { page: "finished" }
  | { page: "statistics" }
  | { page: "rules"; ruleset: string }
  | { page: "account" };

// decoded is a part of the address as it was meant; one that means nothing stands for itself.
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parse(hash: string): Route {
  const [first = "", second = "", third = "", fourth = ""] = hash.replace(/^#\/?/, "").split("/").map(decoded);
  switch (first) {
    case "new":
    case "lobby":
    case "finished":
    case "statistics":
    case "account":
      return { page: first };
    case "join":
    case "watch":
      return { page: first, code: second };
    case "rules":
      return { page: "rules", ruleset: second };
    case "games":
      if (second === "") return { page: "finished" };
      if (third === "replay" && /^[1-9]\d{0,8}$/.test(fourth)) return { page: third, id: second, seq: Number(fourth) };
      if (third === "replay" || third === "review" || third === "fairness") return { page: third, id: second };
      return { page: "game", id: second };
    default:
      return { page: "home" };
  }
}

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
  scrollTo(0, 0);
});

// route is where the page is.
export const route = computed(() => parse(hash.value));

// href is the address of a place, for links.
export function href(to: Route): string {
  switch (to.page) {
    case "home":
      return "#/";
    case "join":
    case "watch":
      return `#/${to.page}/${encodeURIComponent(to.code)}`;
    case "rules":
      return `#/rules/${encodeURIComponent(to.ruleset)}`;
    case "game":
      return `#/games/${to.id}`;
    case "replay":
      return `#/games/${to.id}/replay${to.seq === undefined ? "" : `/${to.seq}`}`;
    case "review":
    case "fairness":
      return `#/games/${to.id}/${to.page}`;
    default:
      return `#/${to.page}`;
  }
}

// go is to follow a link without one.
export function go(to: Route): void {
  location.hash = href(to);
}
