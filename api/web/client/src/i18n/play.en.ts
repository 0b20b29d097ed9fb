// What is said while one plays.
export const play = {
  // seats
  computer: (n: number) => (n === 0 ? "Computer" : `Computer ${n}`),
  someone: "Deleted account",
  you: "you",
  yourTurn: "Your turn",
  turnOf: (name: string) => `${name} is on turn`,
  computerPlays: (name: string) => `${name} is playing…`,
  waitingFor: (name: string) => `Waiting for ${name}`,
  roundOf: (n: number, of: number) => `Round ${n} of ${of}`,
  gaveUp: "gave up",
  cardsOf: "Whose card is shown",
  points: (n: string) => `${n} points`,
  onTurn: "on turn",

  // dice
  dice: "Dice",
  notRolled: "Not rolled yet",
  faces: ["blank", "one", "two", "three", "four", "five", "six"],
  dieIs: (position: number, face: string, held: boolean, locked: boolean) =>
    `Die ${position}: ${face}${locked ? ", set aside" : held ? ", held" : ""}`,
  roll: "Roll",
  rollsLeft: (n: number) => (n === 1 ? "1 roll left" : `${n} rolls left`),
  noRollsLeft: "No rolls left: choose a box",
  allHeld: "All dice are held",

  // card
  card: (name: string) => `Card of ${name}`,
  cards: "Cards",
  upperPart: "Upper part",
  lowerPart: "Lower part",
  upperSum: "Sum",
  upperBonus: "Bonus",
  upperProgress: (sum: number, from: number) => `${sum} of ${from}`,
  fiveBonuses: (label: string) => `Bonus, further ${label}`,
  total: "Total",
  box: "Box",
  enterAsk: "Enter?",
  strikeAsk: "Strike?",
  boxGives: (label: string, points: number, bonus: number, joker: boolean) =>
    `${label}: ${points} points${bonus > 0 ? ` and ${bonus} in bonus` : ""}${joker ? ", joker" : ""}`,
  boxAsk: (ask: string, gives: string) => `${ask} ${gives}`,
  struck: "struck",
  forbidden: "may not be entered now",
  openBox: "open",
  joker: "Joker",
  mustSacrifice: "Nothing here gives points: one box must be sacrificed.",
  bestBoxes: "Best for the whole game",
  bestBox: (n: number, label: string, total: string) => `Best ${n}: ${label} ${total}, expected total`,
  expectedTotal: "expected final total",

  // what happened
  rolled: (dice: string) => `Rolled ${dice}.`,
  rolledBy: (name: string, dice: string) => `${name} rolls ${dice}.`,
  entered: (gives: string) => `Entered. ${gives}.`,
  enteredBy: (name: string, gives: string) => `${name} enters ${gives}.`,
  struckBy: (name: string, label: string) => `${name} strikes ${label}.`,
  enteredByClock: (name: string, gives: string) => `Time is up. The game enters for ${name}: ${gives}.`,
  resignedBy: (name: string) => `${name} gives up.`,
  lately: "Lately",

  // the table
  linkLive: "live",
  linkWaiting: "waiting for the network",
  linkLocal: "on this device",
  gameGone: "This game is not here: it is no longer there, or it is not yours to see.",
  gameHidden: "You may not see this game any more.",
  signedOutHere: "You have been signed out. Sign in again to go on.",
  toGames: "To your games",

  // the clock
  timeLeft: (text: string) => `Time left: ${text}`,
  secondsLeft: (n: number) => `${n} seconds left.`,
  entersIn: (n: number) => `Choose a box: the game enters for you in ${n} s.`,
  entersAfter: (n: number) => `After the last roll: ${n} s to choose a box.`,
  daysAndHours: (d: number, h: number) => `${d} d ${h} h`,
  hoursAndMinutes: (h: number, m: number) => `${h} h ${m} min`,

  // giving up
  giveUp: "Give up",
  giveUpAsk: "Give up the game?",
  giveUpMeans: "Who gives up is placed after all who play on. It cannot be undone.",
  giveUpSolo: "The game ends without a result. It cannot be undone.",
  giveUpWho: "Who gives up?",

  // advice
  advice: "Advice",
  adviceEnter: (label: string) => `Enter ${label}`,
  adviceHold: (dice: string) => `Hold ${dice}`,
  adviceAll: "Roll all again",
  adviceFigures: "expected total and what it loses",
  adviceBest: "best",

  // keys
  keys: "Keys",
  keysOn: "Single keys do this",
  close: "Close",
  keyDice: (n: number) => `1 – ${n}`,
  keyHold: "hold a die, or let it go",
  keyRoll: "roll",
  keyArrows: "Arrows",
  keyMove: "move in the card",
  keyEnter: "Enter",
  keyEnters: "enter the box: asks, then does it",
  keyEscape: "Esc",
  keyCancels: "take the question back",
  keyHelp: "this list",
};
