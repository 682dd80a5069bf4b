/** The error format of the whole application: a message for each field of the form. */
export function answerInvalid(res, errors) {
  res.status(400).json({ success: false, errors })
}
