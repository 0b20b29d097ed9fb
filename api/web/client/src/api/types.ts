// The shapes of the API, by the names that its contract gives them. schema.d.ts is generated from openapi/openapi.json.
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Account = Schemas["Account"];
export type Advice = Schemas["Advice"];
export type AdviceAction = Schemas["AdviceAction"];
export type BotLevel = Schemas["BotLevel"];
export type Box = Schemas["Box"];
export type BoxValue = Schemas["BoxValue"];
export type Card = Schemas["Card"];
export type Decision = Schemas["Decision"];
export type DiceMode = Schemas["DiceMode"];
export type Entry = Schemas["Entry"];
export type Event = Schemas["Event"];
export type Fairness = Schemas["Fairness"];
export type Frame = Schemas["Frame"];
export type Game = Schemas["Game"];
export type GameSummary = Schemas["GameSummary"];
export type Label = Schemas["Label"];
export type Move = Schemas["Move"];
export type NewGame = Schemas["NewGame"];
export type NewOptions = Schemas["NewOptions"];
export type NewSeat = Schemas["NewSeat"];
export type OptionBounds = Schemas["OptionBounds"];
export type Options = Schemas["Options"];
export type ProblemBody = Schemas["Problem"];
export type ProblemCode = Schemas["ProblemCode"];
export type Review = Schemas["Review"];
export type Ruleset = Schemas["Ruleset"];
export type RulesetID = Ruleset["id"];
export type Seat = Schemas["Seat"];
export type SignedIn = Schemas["SignedIn"];
export type Stats = Schemas["Stats"];
export type Turn = Schemas["Turn"];
