// What vite.config.ts fills in.

/** The path of the engine, with the hash of what is in it. */
declare const __ENGINE__: string;
