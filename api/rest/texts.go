package rest

import (
	"fmt"

	"github.com/labstack/echo/v4"
	langtag "golang.org/x/text/language"

	"kast/api/auth"
	"kast/domain/game"
)

// text is something said to people, in both languages.
type text struct {
	en, sv string
}

// in returns the text in a language, "sv" or else English.
func (t text) in(lang string) string {
	if lang == "sv" {
		return t.sv
	}
	return t.en
}

// textf fills in the same values in both languages.
func textf(t text, values ...any) text {
	return text{en: fmt.Sprintf(t.en, values...), sv: fmt.Sprintf(t.sv, values...)}
}

// language is the language that the caller wants to be spoken to in: "sv" or "en".
func language(c echo.Context) string {
	accepted, _, err := langtag.ParseAcceptLanguage(c.Request().Header.Get("Accept-Language"))
	if err != nil {
		return "en"
	}
	_, i, confidence := langtag.NewMatcher([]langtag.Tag{langtag.English, langtag.Swedish}).Match(accepted...)
	if i == 1 && confidence != langtag.No {
		return "sv"
	}
	return "en"
}

// codeText says what a code means.
func codeText(code problemCode) text {
	switch code {
	case codeMalformed:
		return text{"The request cannot be read.", "Anropet går inte att läsa."}
	case codeUnauthenticated:
		return text{"Sign in first: the token is missing or no longer valid.", "Logga in först: token saknas eller gäller inte längre."}
	case codeNotSeated:
		return text{"You hold no seat that could do this.", "Du har ingen plats som kan göra det här."}
	case codeHostOnly:
		return text{"Only the host may do this.", "Bara värden får göra det här."}
	case codeWrongPassword:
		return text{"The old password is missing or wrong.", "Det gamla lösenordet saknas eller är fel."}
	case codeClosed:
		return text{"Nobody can register here. Ask whoever runs this server for an account.", "Här kan ingen registrera sig. Be den som driver servern om ett konto."}
	case codeNotFound:
		return text{"There is nothing here, or you may not see it.", "Här finns ingenting, eller så får du inte se det."}
	case codeMethod:
		return text{"This path does not take that method.", "Den här sökvägen tar inte den metoden."}
	case codeNotYourTurn:
		return text{"It is not your turn.", "Det är inte din tur."}
	case codeGameNotOpen:
		return text{"The game has already started or is over.", "Spelet har redan börjat eller är slut."}
	case codeGameNotPlaying:
		return text{"The game has not started, or it is over.", "Spelet har inte börjat, eller så är det slut."}
	case codeGameNotFinished:
		return text{"The game has not been played to its end.", "Spelet är inte färdigspelat."}
	case codeSeatsFull:
		return text{"All seats are taken.", "Alla platser är upptagna."}
	case codeAlreadySeated:
		return text{"You already have a seat in this game.", "Du har redan en plats i det här spelet."}
	case codeIDInUse:
		return text{"This id already stands for another call.", "Det här id:t står redan för ett annat anrop."}
	case codeLogDiverged:
		return text{"The log is not a continuation of the one that is stored.", "Loggen är ingen fortsättning på den som är sparad."}
	case codeUsernameTaken:
		return text{"Somebody else has this username.", "Någon annan har det användarnamnet."}
	case codeAdviceOff:
		return text{"This game is played without advice.", "Det här spelet spelas utan råd."}
	case codeNotServerDice:
		return text{"The dice of this game are the players' own, so the server can prove nothing.", "Tärningarna i det här spelet är spelarnas egna, så servern kan inget bevisa."}
	case codeNotPrivate:
		return text{"This game is public: everybody may see it without a code.", "Det här spelet är offentligt: alla får se det utan kod."}
	case codeWatchersFull:
		return text{"As many watch this game as may.", "Så många som får tittar redan på det här spelet."}
	case codeStaleState:
		return text{"The game has moved on. Read it again.", "Spelet har gått vidare. Läs det igen."}
	case codeTooLarge:
		return text{"The body is too large.", "Innehållet är för stort."}
	case codeMediaType:
		return text{"The body must be application/json.", "Innehållet måste vara application/json."}
	case codeWrongRuleset:
		return text{"This game has no such move.", "Det här spelet har inget sådant drag."}
	case codeMustRollFirst:
		return text{"Roll first.", "Slå först."}
	case codeNoRollsLeft:
		return text{"The last roll of this turn has been made: enter it in a box.", "Turens sista slag är gjort: skriv in det i en ruta."}
	case codeMustHold:
		return text{"Hold at least one scoring die first.", "Spara minst en poänggivande tärning först."}
	case codeBadHold:
		return text{"These dice cannot be held.", "De här tärningarna går inte att spara."}
	case codeBadDice:
		return text{"These dice cannot have been rolled.", "Det där kan inte vara slaget."}
	case codeBoxTaken:
		return text{"That box is already filled.", "Den rutan är redan ifylld."}
	case codeBoxForbidden:
		return text{"The joker may not go into that box.", "Jokern får inte skrivas in i den rutan."}
	case codeCannotBank:
		return text{"You need 350 points in this turn before you may stop.", "Du behöver 350 poäng i turen innan du får stanna."}
	case codeBadOptions:
		return text{"The game does not allow these options or seats; at most one seat is your own.", "Spelet tillåter inte de inställningarna eller platserna; högst en plats är din egen."}
	case codeBadName:
		return text{"That name is not allowed.", "Det namnet är inte tillåtet."}
	case codeBadLog:
		return text{"The log breaks the rules.", "Loggen bryter mot reglerna."}
	case codeRateLimited:
		return text{"Too many calls. Wait a little.", "För många anrop. Vänta en stund."}
	case codeInternal:
		return text{"Something went wrong on the server.", "Något gick fel på servern."}
	case codeUnavailable:
		return text{"The server cannot do this at the moment. Try again soon.", "Servern kan inte göra det just nu. Försök snart igen."}
	}
	panic("rest: unknown code " + string(code))
}

// reasonText narrows a refusal down; empty where the code says it all.
func reasonText(r game.Reason) text {
	switch r {
	case game.NoReason:
		return text{}
	case game.ReasonHoldPositions:
		return text{"Positions count from 0, each at most once, up to the last die.", "Positioner räknas från 0, var och en högst en gång, till sista tärningen."}
	case game.ReasonHoldBeforeRoll:
		return text{"There are no dice on the table to hold.", "Det ligger inga tärningar på bordet att spara."}
	case game.ReasonHoldLocked:
		return text{"A die that was set aside earlier in the turn cannot be held again.", "En tärning som lagts undan tidigare i turen kan inte sparas igen."}
	case game.ReasonHoldNotScoring:
		return text{"Only dice that score may be held.", "Bara poänggivande tärningar får sparas."}
	case game.ReasonHoldAll:
		return text{"A roll must roll at least one die.", "Minst en tärning måste slås."}
	case game.ReasonDiceServer:
		return text{"The server rolls the dice in this game.", "Servern slår tärningarna i det här spelet."}
	case game.ReasonDiceMissing:
		return text{"In this game the dice are yours: send what they show.", "I det här spelet är tärningarna dina: skicka vad de visar."}
	case game.ReasonDiceCount:
		return text{"Send one value for every die on the table.", "Skicka ett värde för varje tärning på bordet."}
	case game.ReasonDiceFace:
		return text{"A die shows 1 to 6.", "En tärning visar 1 till 6."}
	case game.ReasonDiceKept:
		return text{"A die that was kept has changed.", "En sparad tärning har ändrats."}
	case game.ReasonTurnSeconds:
		return text{"This game has no such turn clock; a solo game has none, nor has a game with your own dice.", "Det här spelet har ingen sådan turklocka; solo finns ingen, och inte heller med egna tärningar."}
	case game.ReasonAutoEnterSeconds:
		return text{"Automatic entry is for the scorecard games, 0 to 60 seconds, and not with your own dice.", "Automatisk inskrivning finns i protokollspelen, 0 till 60 sekunder, och inte med egna tärningar."}
	case game.ReasonOwnPot:
		return text{"This game has no option ownPot.", "Det här spelet har inte inställningen ownPot."}
	case game.ReasonSeatCount:
		return text{"Too few or too many seats for this game.", "För få eller för många platser för det här spelet."}
	case game.ReasonBotLevel:
		return text{"A computer seat needs a level, and no other seat has one.", "En datorplats behöver en nivå, och ingen annan plats har någon."}
	case game.ReasonClientSeed:
		return text{"There is nothing that this client seed could be mixed into: the dice are the client's, or you hold no seat.", "Det finns inget att blanda in klientfröet i: tärningarna är klientens, eller så har du ingen plats."}
	case game.ReasonSeat:
		return text{"There is no such seat, or nobody sits there.", "Den platsen finns inte, eller så sitter ingen där."}
	case game.ReasonSeatTaken:
		return text{"There is no such seat, or somebody sits there.", "Den platsen finns inte, eller så sitter någon där."}
	case game.ReasonCommitment:
		return text{"Server dice need a commitment.", "Serverns tärningar kräver en utfästelse."}
	case game.ReasonResigned:
		return text{"This seat has given up, or does not exist.", "Den platsen har gett upp, eller finns inte."}
	}
	panic("rest: unknown reason " + string(r))
}

// fieldText says what is wrong with a field of an account.
func fieldText(p auth.Problem) text {
	switch p {
	case auth.Missing:
		return text{"needed here", "behövs här"}
	case auth.TooShort:
		return text{"too short", "för kort"}
	case auth.TooLong:
		return text{"too long", "för långt"}
	case auth.BadCharacters:
		return text{"has characters that are not allowed, or none at all", "har tecken som inte är tillåtna, eller inga alls"}
	}
	panic("rest: unknown field problem " + string(p))
}
