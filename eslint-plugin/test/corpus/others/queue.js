import { Reading } from './models/reading.js'

export const consume = (message, ack, done) => {
  Reading.create(message.body)
  done()
}

export function importMail(mail, done, cb) {
  Reading.create(mail.body)
  cb()
}
