import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

// The headless shell draws pages alone; the others keep a whole window for each, at twice the cost.
const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Starts the Chromium that `CHROMIUM` names, or the one of the system. */
export async function launchChromium(): Promise<Browser> {
  const { CHROMIUM } = process.env
  const executablePath = [...(CHROMIUM === undefined ? USUAL_PLACES : [CHROMIUM])].find((path) => existsSync(path))
  if (executablePath === undefined) {
    throw new Error(
      `The browser test needs Chromium, and there is none at ${CHROMIUM ?? USUAL_PLACES.join(', ')}. ` +
        'Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM to its path.',
    )
  }
  return chromium.launch({
    executablePath,
    // A container has no sandbox for root, and the page needs none of Chromium's own services.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
