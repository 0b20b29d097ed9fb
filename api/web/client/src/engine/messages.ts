// What the page and a worker with the engine say to each other.

export interface Ask {
  n: number; // which answer belongs to which call
  method: string;
  params: string;
}

export type Told =
  | { n: number; answer: string }
  | { n: number; done: number; all: number } // how far a call that takes long has come
  | { failed: string }; // the engine did not start
