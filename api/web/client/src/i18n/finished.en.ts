export const finished = {};
