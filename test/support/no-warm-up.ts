/** In place of `fast-path/warm-up.ts`: code is generated for the first body. */
export const warmUp = { bodies: 0, objects: 0 }
