// The frame of the page, the rules and the account.
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
  loadAgain: "Load the page again",
  storageFull: "This device's storage is full, so nothing was saved. Make room and try again.",
  loading: "One moment…",
  skip: "Skip to content",
  menu: "Menu",
  rules: "Rules",
  rulesOf: (game: string) => `Rules of ${game}`,
  onThisPage: "On this page",
  cancel: "Cancel",

  // titles are what the browser calls its tab, where the page's heading does not say it shorter.
  titles: {
    game: "Game",
    join: "Invitation",
    watch: "Watching",
    replay: "Replay",
    review: "Review",
    fairness: "Dice proof",
  },

  ended: {
    text: "The server has ended the sign-in of this browser. Sign in again to get at your games; until then you play as a new guest.",
    guest:
      "The guest of this browser is no longer on the server, and nothing leads back to its games there. " +
      "Games that were going on on this device are still here; from now on you play as a new guest.",
    signIn: "Sign in",
    close: "Close",
  },

  who: {
    guest: (name: string) => `You play as ${name}, a guest of this browser.`,
    guestMeans: "Only this browser knows a guest. Register to keep your games and to play on other devices too.",
    registered: (username: string) => `You are signed in as ${username}.`,
    closed: "On this server the operator makes the accounts. Sign in with the one that you were given.",

    name: "Name",
    nameMeans: "What others see at the table.",
    shownAs: (name: string) => `Others see you as ${name}.`,
    saveName: "Save name",
    nameSaved: "The name is saved.",

    register: "Register",
    registerMeans: "Your games and statistics stay yours. With a username and a password you can sign in on other devices.",
    username: "Username",
    password: "Password",
    passwordMeans: "At least 8 characters.",
    passwordShort: "A password has 8 to 128 characters.",
    needed: "This is needed.",
    isRegistered: (username: string) => `You are registered as ${username}.`,

    signIn: "Sign in",
    signInMeans: "You have an account already? Sign in to it here.",
    isSignedIn: (username: string) => `Signed in as ${username}.`,
    leaveGames: "Leave the guest's games?",
    leaveGamesMeans: (games: number, more: boolean) =>
      `As a guest of this browser you have ${more ? "more than " : ""}${games} ${games === 1 ? "game" : "games"}. ` +
      "They do not come along: once you are signed in to another account, nobody can get at them any more, " +
      "and what is being played stands still. Only games going on on this device are played on, as the other account's. To keep everything, register here instead.",
    signInAnyway: "Sign in and leave them",

    changePassword: "Change password",
    changePasswordMeans: "This signs out all your other devices.",
    oldPassword: "Old password",
    newPassword: "New password",
    passwordChanged: "The password is changed, and your other devices are signed out.",

    data: "Your data",
    dataMeans: "All that the server has stored about you, with your games and their logs, in one file.",
    download: "Download",
    downloadBroke: "The file did not come through whole. Try again.",

    signOut: "Sign out",
    signOutMeans: "Your games stay with the account. Sign in again whenever you like.",
    signOutGuest: "Sign out a guest?",
    signOutGuestMeans:
      "A guest has no password. Once you have signed out, nobody can get at its games and statistics on the server any more. Games going on on this device stay here, for whoever plays next. Register first if you want to keep everything.",
    signOutAnyway: "Sign out and lose them",
    isSignedOut: "You are signed out.",
    isSignedOutUnsent: (games: number, guest: boolean) =>
      `You are signed out. ${games === 1 ? "One game" : `${games} games`} could not be sent to the server, and ${games === 1 ? "stays" : "stay"} on this device` +
      (guest ? "." : " until you sign in here again."),

    delete: "Delete account",
    deleteMeans:
      "Your name, username, password and sign-ins are deleted at once. Open tables are left, and games in progress are given up. " +
      "Your seats in finished games stay, without owner or name, since those games are the others' too.",
    deleteFirst: "Delete your account?",
    deleteGoOn: "Go on",
    deleteSecond: "Really delete it?",
    deleteSecondMeans: "This cannot be undone.",
    deleteForGood: "Delete for good",
    isDeleted: "The account is deleted.",

    tryAgainIn: (seconds: number) =>
      seconds < 90
        ? `Too many attempts. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`
        : `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`,
  },
};
