/** Mutants that no test can kill, because they change nothing that anybody may rely on. */
export const explained = []
