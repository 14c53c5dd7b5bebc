import { Link, useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { browserStore } from '#web/lib/browser/storage.ts'
import { linkLook } from '#web/ui/button.tsx'
import { ChoiceBar } from '#web/ui/choice/choice-bar.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { Call } from './call.ts'
import { CodeField } from './code-field.tsx'
import { type At, type PagePath, pageCalls } from './page-calls.ts'
import { formCalls } from './stores.ts'
import { type Form, forms, writeCode } from './write-code.ts'

interface DialogProps {
  readonly profileId: string
  readonly onClose: () => void
}

/** Shows the calls behind the page, and those of the form that is open, as code to copy. */
export function AsCodeDialog({ profileId, onClose }: DialogProps) {
  const { palette } = useMessages()
  const words = palette.asCode
  const [form, setForm] = useState<Form>(readForm)
  const place = useMatches({ select: (matches) => matches.at(-1) })
  // The calls of the moment in which somebody asked: what is typed behind the dialog changes nothing here.
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
      <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <Link to="/p/$profileId/settings/api-keys" params={{ profileId }} className={linkLook} onClick={onClose}>
          {words.keys}
        </Link>
        <a href="/docs" target="_blank" rel="noreferrer" className={linkLook}>
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

/** Remembers the form that this person copies. */
function readForm(): Form {
  const kept = browserStore.read(formKey)
  return forms.find((form) => form === kept) ?? 'curl'
}
