import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The code of a guarded route, from the files that answer. */
export async function RouteCode({ files }: { files: readonly string[] }) {
  const texts = await Promise.all(files.map((file) => readFile(join(process.cwd(), file), 'utf8')))
  return (
    <section className="wire" aria-labelledby="code">
      <h2 id="code">The route</h2>
      {files.map((file, index) => (
        <details key={file} open={index === 0}>
          <summary>{file}</summary>
          <pre tabIndex={0} aria-label={file}>
            <code>{texts[index]?.trimEnd()}</code>
          </pre>
        </details>
      ))}
    </section>
  )
}
