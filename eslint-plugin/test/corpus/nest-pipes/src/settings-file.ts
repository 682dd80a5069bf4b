import { writeFile } from 'node:fs/promises'

export class SettingsFile {
  percent = 0

  async save(): Promise<void> {
    await writeFile('settings.json', JSON.stringify({ percent: this.percent }))
  }
}
