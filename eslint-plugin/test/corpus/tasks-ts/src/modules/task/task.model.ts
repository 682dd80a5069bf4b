import { Schema, model } from 'mongoose'

export interface Task {
  title: string
  done: boolean
  priority: number
  assignee?: { name: string; email: string }
  history: string[]
}

export const TaskModel = model<Task>(
  'Task',
  new Schema<Task>({
    title: { type: String, required: true },
    done: { type: Boolean, default: false },
    priority: { type: Number, min: 1, max: 5 },
    assignee: { name: String, email: String },
    history: [String],
  }),
)
