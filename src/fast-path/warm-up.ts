/**
 * How much is left to the walker before code is generated for it. A function takes as long to generate as the walker
 * for some ten bodies, and the first one of a process thirty times as long: many a process answers a few requests and
 * ends, and many a route is seldom called.
 */
export const warmUp = { bodies: 8, objects: 64 }
