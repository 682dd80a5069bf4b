const asked = new Map<object, Set<string>>()

// Of questions in each other, which no call stack holds in any number.
const deepest = 300
let depth = 0

/**
 * Answers a question about something that may lead back to itself, as do `class A extends A {}` and `var req = req`: it
 * is `untold` where it is asked again before it is answered, and where it is too far inside of others.
 */
export function answerOnce<Answer>(
  question: string,
  subject: object,
  untold: NoInfer<Answer>,
  answer: () => Answer,
): Answer {
  const questions = asked.get(subject) ?? new Set<string>()
  if (questions.has(question) || depth >= deepest) return untold
  asked.set(subject, questions.add(question))
  depth++
  try {
    return answer()
  } finally {
    depth--
    questions.delete(question)
    if (questions.size === 0) asked.delete(subject)
  }
}
