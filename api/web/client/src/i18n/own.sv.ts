import type { own as english } from "./own.en";

export const own: typeof english = {
  home: "Spel",
  newGame: "Nytt spel",
  lobby: "Öppna bord",
  finishedGames: "Färdiga spel",
  statistics: "Statistik",
  account: "Konto",
  language: "Språk",
  noAnswer: "Servern svarar inte. Försöker igen…",
  somethingWrong: "Något gick fel.",
  loading: "Ett ögonblick…",
  skip: "Till innehållet",
};
