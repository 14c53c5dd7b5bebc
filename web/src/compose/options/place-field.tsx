import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Field } from '#web/ui/field.tsx'

interface PlaceProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/**
 * The place of an Instagram post, by the address of its Facebook page. Meta lets only few apps search for places.
 * A text without an ID stays in the field and holds the post back.
 */
export function PlaceField({ label, value, onChange }: PlaceProps) {
  const { writing } = useMessages()
  const [text, setText] = useState(typeof value === 'string' ? value : '')
  const isUnread = text.trim() !== '' && readPlace(text) === null
  const error = isUnread ? writing.place.unread : undefined
  return (
    <Field
      ref={(input) => input?.setCustomValidity(error ?? '')}
      label={label}
      hint={writing.place.hint}
      error={error}
      inputMode="url"
      placeholder="https://www.facebook.com/…"
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(readPlace(target.value) ?? undefined)
      }}
    />
  )
}

/** Pages have IDs of at least this many digits. A shorter number in an address is part of a name. */
const inPath = /(?:^|[/-])([0-9]{8,40})\/?$/

/** Returns the ID of the page that a text names: the ID itself, or an address that contains it. Null if it has none. */
function readPlace(text: string): string | null {
  const typed = text.trim()
  if (/^[0-9]{1,40}$/.test(typed)) return typed
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return null
  const { hostname, pathname, searchParams } = new URL(address)
  if (!/(^|\.)(facebook|fb)\.com$/i.test(hostname)) return null
  if (pathname === '/profile.php') return searchParams.get('id')?.match(/^[0-9]{1,40}$/)?.[0] ?? null
  return inPath.exec(pathname)?.[1] ?? null
}
