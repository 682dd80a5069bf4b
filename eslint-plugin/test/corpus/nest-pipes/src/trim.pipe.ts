import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common'

@Injectable()
export class TrimPipe implements PipeTransform {
  transform(value: unknown, { type }: ArgumentMetadata) {
    return type === 'body' ? this.trimmed(value) : value
  }

  private trimmed(value: unknown) {
    if (typeof value === 'string') return value.trim()
    if (!isRecord(value)) return value
    for (const [key, inner] of Object.entries(value)) value[key] = this.trimmed(inner)
    return value
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
