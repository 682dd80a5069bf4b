/** What concerns the form as a whole. It is announced when it appears. */
export function FormMessage({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <div className="form-error" role="alert">
      {messages.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </div>
  )
}
