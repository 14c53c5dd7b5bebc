import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { type Parts, useMailPreview } from './use-mails.ts'

const forms = ['html', 'text'] as const

interface PreviewProps {
  readonly name: string
  readonly parts: Parts
  /** The language of the text. Undefined if unknown. */
  readonly language: string | undefined
}

/** Shows an email as it arrives, with sample data. It cannot run or load anything. */
export function MailPreview({ name, parts, language }: PreviewProps) {
  const words = useMessages('admin').admin.mails
  const [form, setForm] = useState<(typeof forms)[number]>('html')
  const { data, error } = useMailPreview(name, parts)
  return (
    <section aria-label={words.preview} className="grid content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{words.preview}</h3>
        <fieldset className="flex rounded-md bg-sunken p-0.5">
          <legend className="sr-only">{words.form}</legend>
          {forms.map((one) => (
            <label
              key={one}
              className="flex min-h-9 cursor-pointer items-center rounded-sm px-3 text-ink-2 text-sm has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-brand sm:min-h-7"
            >
              <input
                type="radio"
                name="form"
                className="sr-only"
                checked={form === one}
                onChange={() => setForm(one)}
              />
              {words.forms[one]}
            </label>
          ))}
        </fieldset>
      </div>
      {error && <ProblemBanner error={error} />}
      {data && (
        <div className="overflow-hidden rounded-md border border-line">
          <p dir="auto" lang={language} className="break-words border-line border-b bg-sunken px-4 py-2.5 font-medium">
            {data.subject}
          </p>
          {form === 'html' ? (
            // White is for an email that brings its own document. The layout has its own background.
            <iframe
              title={words.preview}
              sandbox=""
              srcDoc={withoutSheet(data.html)}
              className="h-96 w-full bg-white"
            />
          ) : (
            <pre
              dir="auto"
              lang={language}
              className="h-96 overflow-y-auto whitespace-pre-wrap break-words p-4 font-mono text-sm"
            >
              {data.text}
            </pre>
          )}
        </div>
      )}
    </section>
  )
}

/** Removes the style sheet of the dark mode, which the page's policy refuses. The styles of the tags remain. */
function withoutSheet(html: string): string {
  const start = html.indexOf('<style>')
  const end = html.indexOf('</style>', start)
  return start === -1 || end === -1 ? html : html.slice(0, start) + html.slice(end + '</style>'.length)
}
