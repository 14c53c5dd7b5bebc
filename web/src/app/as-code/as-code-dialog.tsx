import { Link, useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { browserStore } from '#web/lib/browser/storage.ts'
import { Button, linkStyle } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useCopy } from '#web/ui/form/use-copy.ts'
import type { Call } from '../call.ts'
import { formCalls } from '../form-calls.ts'
import { type At, type PagePath, pageCalls } from './page-calls.ts'
import { type Form, forms, writeCode } from './write-code.ts'

interface DialogProps {
  readonly profileId: string
  readonly onClose: () => void
}

/** Shows the API calls behind the page and its open form as code to copy. */
export function AsCodeDialog({ profileId, onClose }: DialogProps) {
  const { palette } = useMessages()
  const words = palette.asCode
  const [form, setForm] = useState<Form>(readForm)
  const place = useMatches({ select: (matches) => matches.at(-1) })
  // Taken once, when the dialog opens. Later changes on the page behind it have no effect here.
  const [shown] = useState(() => [...(formCalls.read()?.() ?? []), ...callsAt(place?.fullPath ?? '', profileId, place)])
  const choose = (next: Form) => {
    browserStore.write(formKey, next)
    setForm(next)
  }
  return (
    <Dialog title={words.title} lead={words.lead} isWide onClose={onClose}>
      <ChoiceBar
        label={words.form}
        value={form}
        onChange={choose}
        options={forms.map((one) => [one, words.forms[one]])}
      />
      {shown.map((call, nth) => {
        const code = writeCode(call, form, location.origin)
        return code === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <p key={nth} className="text-ink-3">
            {words.none[form === 'cli' ? 'cli' : 'mcp'](call.operation)}
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <CodeField key={nth} label={call.operation} value={code} />
        )
      })}
      {form === 'mcp' && <p className="text-ink-3 text-sm">{words.toolsets(`${location.origin}/mcp?toolsets=all`)}</p>}
      <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <Link to="/p/$profileId/settings/api-keys" params={{ profileId }} className={linkStyle} onClick={onClose}>
          {words.keys}
        </Link>
        <a href="/docs" target="_blank" rel="noreferrer" className={linkStyle}>
          {words.reference}
        </a>
      </p>
    </Dialog>
  )
}

interface Place {
  readonly params: object
  readonly search: object
}

function callsAt(path: string, profileId: string, place: Place | undefined): readonly Call[] {
  const at: At = { postId: '', webhookId: '', ...place?.params, profileId, search: { ...place?.search } }
  return pageCalls[path.replace(/\/$/, '') as PagePath]?.(at) ?? []
}

const formKey = 'posthorn.as-code'

/** Returns the form that this person last copied. */
function readForm(): Form {
  const stored = browserStore.read(formKey)
  return forms.find((form) => form === stored) ?? 'curl'
}

interface CodeProps {
  readonly label: string
  readonly value: string
}

/** Shows code in a scrolling block with a copy button. */
export function CodeField({ label, value }: CodeProps) {
  const { shell } = useMessages()
  const { isCopied, copy } = useCopy(value)
  return (
    <fieldset className="min-w-0 overflow-hidden rounded-md border border-line">
      <legend className="sr-only">{label}</legend>
      <div className="flex min-h-11 items-center justify-between gap-3 border-line border-b ps-4 pe-1.5">
        <span aria-hidden="true" className="min-w-0 truncate font-medium text-sm">
          {label}
        </span>
        <Button variant="quiet" className="text-sm sm:min-h-8" onClick={copy} aria-label={`${shell.copy}: ${label}`}>
          {isCopied ? shell.copied : shell.copy}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <pre tabIndex={0} className="overflow-x-auto bg-sunken px-4 py-3 -outline-offset-2">
        <code className="font-mono text-xs leading-5">{value}</code>
      </pre>
    </fieldset>
  )
}
