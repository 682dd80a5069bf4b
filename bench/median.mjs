/** The middle one of some figures; of an even number of them, the higher of two. */
export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
