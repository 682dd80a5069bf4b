import { describeInstalled } from './installed.ts'

describeInstalled({ mongoose: 'mongoose8', express: 'express4', major: '8' })
