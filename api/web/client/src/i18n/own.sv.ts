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
  loadAgain: "Ladda om sidan",
  storageFull: "Enhetens lagringsutrymme är fullt, så inget sparades. Frigör utrymme och försök igen.",
  loading: "Ett ögonblick…",
  skip: "Till innehållet",
  menu: "Meny",
  rules: "Regler",
  rulesOf: (game) => `Regler för ${game}`,
  onThisPage: "På den här sidan",
  cancel: "Avbryt",

  titles: {
    game: "Spel",
    join: "Inbjudan",
    watch: "Åskådare",
    replay: "Repris",
    review: "Genomgång",
    fairness: "Tärningsbevis",
  },

  ended: {
    text: "Servern har avslutat den här webbläsarens inloggning. Logga in igen för att komma åt dina spel; tills dess spelar du som en ny gäst.",
    guest:
      "Den här webbläsarens gäst finns inte längre på servern, och spelen där går inte att komma åt. " +
      "Spel som pågick på den här enheten finns kvar här; från och med nu spelar du som en ny gäst.",
    signIn: "Logga in",
    close: "Stäng",
  },

  who: {
    guest: (name) => `Du spelar som ${name}, gäst i den här webbläsaren.`,
    guestMeans: "En gäst finns bara i den här webbläsaren. Registrera dig för att behålla dina spel och spela på andra enheter också.",
    registered: (username) => `Du är inloggad som ${username}.`,
    closed: "På den här servern är det den som driver den som skapar konton. Logga in med det konto du har fått.",

    name: "Namn",
    nameMeans: "Det som de andra vid bordet ser.",
    shownAs: (name) => `De andra ser dig som ${name}.`,
    saveName: "Spara namnet",
    nameSaved: "Namnet är sparat.",

    register: "Registrera dig",
    registerMeans: "Dina spel och din statistik följer med. Med användarnamn och lösenord kan du logga in på andra enheter.",
    username: "Användarnamn",
    password: "Lösenord",
    passwordMeans: "Minst 8 tecken.",
    passwordShort: "Ett lösenord har mellan 8 och 128 tecken.",
    needed: "Det här måste fyllas i.",
    isRegistered: (username) => `Du är registrerad som ${username}.`,

    signIn: "Logga in",
    signInMeans: "Har du redan ett konto? Logga in på det här.",
    isSignedIn: (username) => `Inloggad som ${username}.`,
    leaveGames: "Lämna gästens spel?",
    leaveGamesMeans: (games, more) =>
      `Som gäst i den här webbläsaren har du ${more ? "mer än " : ""}${games} spel. ` +
      "De följer inte med: när du har loggat in på ett annat konto kommer ingen åt dem längre, " +
      "och det som pågår blir stående. Bara spel som pågår på den här enheten går vidare, under det andra kontot. Vill du behålla allt, registrera dig här i stället.",
    signInAnyway: "Logga in och lämna dem",

    changePassword: "Byt lösenord",
    changePasswordMeans: "Alla dina andra enheter loggas ut.",
    oldPassword: "Gammalt lösenord",
    newPassword: "Nytt lösenord",
    passwordChanged: "Lösenordet är bytt, och dina andra enheter är utloggade.",

    data: "Dina uppgifter",
    dataMeans: "Allt som servern har sparat om dig, med dina spel och deras loggar, i en fil.",
    download: "Ladda ner",
    downloadBroke: "Filen kom inte fram hel. Försök igen.",

    signOut: "Logga ut",
    signOutMeans: "Dina spel finns kvar på kontot. Logga in igen när du vill.",
    signOutGuest: "Logga ut en gäst?",
    signOutGuestMeans:
      "En gäst har inget lösenord. När du har loggat ut kommer ingen åt spelen och statistiken på servern längre. Spel som pågår på den här enheten ligger kvar här, för den som spelar härnäst. Registrera dig först om du vill behålla allt.",
    signOutAnyway: "Logga ut och förlora dem",
    isSignedOut: "Du är utloggad.",
    isSignedOutUnsent: (games, guest) =>
      `Du är utloggad. ${games === 1 ? "Ett spel" : `${games} spel`} gick inte att skicka till servern och ligger kvar på den här enheten` +
      (guest ? "." : " tills du loggar in här igen."),

    delete: "Radera kontot",
    deleteMeans:
      "Ditt namn, användarnamn, lösenord och dina inloggningar raderas genast. Du lämnar öppna bord och ger upp spel som pågår. " +
      "Dina platser i färdiga spel blir kvar, utan ägare och namn, eftersom spelen är de andras också.",
    deleteFirst: "Radera ditt konto?",
    deleteGoOn: "Fortsätt",
    deleteSecond: "Vill du verkligen radera kontot?",
    deleteSecondMeans: "Det går inte att ångra.",
    deleteForGood: "Radera för gott",
    isDeleted: "Kontot är raderat.",

    tryAgainIn: (seconds) =>
      seconds < 90
        ? `För många försök. Försök igen om ${seconds} ${seconds === 1 ? "sekund" : "sekunder"}.`
        : `För många försök. Försök igen om ${Math.ceil(seconds / 60)} minuter.`,
  },
};
