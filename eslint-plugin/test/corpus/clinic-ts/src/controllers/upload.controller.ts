import { Request, Response } from 'express'
import { Patient } from '../models/patient.model'

interface UploadRequest extends Request {
  file?: { path: string; mimetype: string }
}

export const uploadDocument = async (req: UploadRequest, res: Response) => {
  if (!req.file) return res.status(400).send('No file')
  const title: typeof req.body.title = req.body.title
  await Patient.updateOne({ _id: req.params.id }, { $push: { documents: { title, path: req.file.path } } })
  return res.sendStatus(201)
}

export async function replacePatient(req: Request<{ id: string }>, res: Response) {
  const replacement: Record<string, unknown> = { ...req.body, updatedBy: 'upload' }
  const result = await Patient.replaceOne({ _id: req.params.id }, replacement) // flagged: no-unguarded-write
  res.json(result)
}
