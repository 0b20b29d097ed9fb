import type { offline as english } from "./offline.en";

export const offline: typeof english = {
  refused: {
    malformed: "Spelet går inte att läsa.",
    badLog: "Spelets logg bryter mot reglerna.",
    unavailable: "Bästa spel är inte uträknat än.",
    idInUse: "Draget är redan gjort.",
    adviceOff: "Det här spelet spelas utan råd.",
    notSeated: "Du har ingen plats som kan göra det här.",
    notYourTurn: "Det är inte din tur.",
    gameNotPlaying: "Spelet har inte börjat, eller så är det slut.",
    mustRollFirst: "Slå först.",
    noRollsLeft: "Turens sista slag är gjort: skriv in det i en ruta.",
    mustHold: "Spara minst en poänggivande tärning först.",
    badHold: "De här tärningarna går inte att spara.",
    badDice: "Det där kan inte vara slaget.",
    boxTaken: "Den rutan är redan ifylld.",
    boxForbidden: "Jokern får inte skrivas in i den rutan.",
    cannotBank: "Du behöver 350 poäng i turen innan du får stanna.",
    badOptions: "Spelet tillåter inte de inställningarna eller platserna; högst en plats är din egen.",
    staleState: "Spelet har gått vidare i ett annat fönster.",
    internal: "Något gick fel.",
  },
};
