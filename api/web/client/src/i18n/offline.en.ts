export const offline = {
  // what the engine refuses, in the words of the server
  refused: {
    malformed: "This game cannot be read.",
    badLog: "The log of this game breaks the rules.",
    unavailable: "Best play is not worked out yet.",
    idInUse: "This move has been made already.",
    adviceOff: "This game is played without advice.",
    notSeated: "You hold no seat that could do this.",
    notYourTurn: "It is not your turn.",
    gameNotPlaying: "The game has not started, or it is over.",
    mustRollFirst: "Roll first.",
    noRollsLeft: "The last roll of this turn has been made: enter it in a box.",
    mustHold: "Hold at least one scoring die first.",
    badHold: "These dice cannot be held.",
    badDice: "These dice cannot have been rolled.",
    boxTaken: "That box is already filled.",
    boxForbidden: "The joker may not go into that box.",
    cannotBank: "You need 350 points in this turn before you may stop.",
    badOptions: "The game does not allow these options or seats; at most one seat is your own.",
    staleState: "The game has moved on in another window.",
    internal: "Something went wrong.",
  },
};
