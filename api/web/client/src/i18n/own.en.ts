// The frame of the page, the start page and the account.
export const own = {
  home: "Games",
  newGame: "New game",
  lobby: "Open tables",
  finishedGames: "Finished games",
  statistics: "Statistics",
  account: "Account",
  language: "Language",
  noAnswer: "The server does not answer. Trying again…",
  somethingWrong: "Something went wrong.",
  loading: "One moment…",
  skip: "To the content",
};
