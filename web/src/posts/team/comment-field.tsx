import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { membersQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { type Member, MemberOptions } from './member-options.tsx'
import { findMentioned } from './mentions.ts'
import type { Words } from './team-comment.ts'

interface FieldProps {
  readonly profileId: string
  readonly label: string
  readonly action: string
  /** The text to change. Omitted for a new comment. */
  readonly text?: string
  readonly hasFocus?: boolean
  readonly error: Error | null
  /** Resolves when the comment is stored. */
  readonly onSend: (words: Words) => Promise<unknown>
  readonly cancel?: ReactNode
}

const shownItems = 6
const mostCharacters = 4_000

/** A field for a comment to colleagues. It says who will read it, and an @ lists the members of the brand. */
export function CommentField(props: FieldProps) {
  const { profileId, label, action, text: before = '', hasFocus = false, error, onSend, cancel } = props
  const { team } = useMessages('team')
  const members = useQuery(membersQuery(profileId)).data ?? []
  const [text, setText] = useState(before)
  const [isBusy, setBusy] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Typed | null>(null)
  const [active, setActive] = useState(0)
  const id = useId()
  const found = typed ? findPeople(members, typed.query) : []
  const current = Math.min(active, found.length - 1)
  useEffect(() => {
    if (!hasFocus) return
    const area = form.current?.querySelector('textarea')
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [hasFocus])
  const send = async () => {
    if (isBusy || text.trim() === '') return
    setBusy(true)
    try {
      await onSend({ text: text.trim(), mentions: [...findMentioned(text, members, chosen)] })
      setText('')
      setChosen(new Set())
    } catch {
      // The parent shows the error, and the text stays.
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send()
  }
  const choose = ({ uid, name }: Member) => {
    const area = form.current?.querySelector('textarea')
    if (!area || !typed) return
    setChosen(new Set([...chosen, uid]))
    area.focus()
    area.setRangeText(`@${name} `, typed.from, typed.to, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
    setTyped(null)
  }
  /** Handles a key for the list of members. Returns true if the list has used it. */
  const pressInList = ({ key }: KeyboardEvent): boolean => {
    const person = found[current]
    if (!person) return false
    if (key === 'ArrowDown') setActive((current + 1) % found.length)
    else if (key === 'ArrowUp') setActive((current - 1 + found.length) % found.length)
    else if (key === 'Enter' || key === 'Tab') choose(person)
    else if (key === 'Escape') setTyped(null)
    else return false
    return true
  }
  return (
    <form ref={form} className="grid grid-cols-[minmax(0,1fr)] gap-2" onSubmit={submit}>
      <TextArea
        label={label}
        hint={team.hint}
        className="min-h-16"
        dir="auto"
        maxLength={mostCharacters}
        value={text}
        aria-activedescendant={found[current] ? `${id}-${current}` : undefined}
        onChange={({ target }) => {
          setText(target.value)
          setTyped(findTyped(target.value, target.selectionStart))
          setActive(0)
        }}
        onKeyDown={(event) => {
          if (pressInList(event)) event.preventDefault()
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
      />
      {found.length > 0 && (
        <MemberOptions id={id} people={found} active={current} onActive={setActive} onChoose={choose} />
      )}
      {error && <ProblemBanner error={error} />}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {cancel}
        <Button type="submit" variant={before === '' ? 'primary' : 'plain'} isSmall isBusy={isBusy}>
          {action}
        </Button>
      </div>
    </form>
  )
}

/** The word before the caret, and what was typed of it after its @. */
interface Typed {
  readonly from: number
  readonly to: number
  readonly query: string
}

/** Finds an @ at the start of the word before the caret. */
function findTyped(text: string, caret: number): Typed | null {
  const [, query] = /(?:^|\s)@([^\s@]{0,40})$/u.exec(text.slice(0, caret)) ?? []
  return query === undefined ? null : { from: caret - query.length - 1, to: caret, query }
}

const findPeople = (people: readonly Member[], query: string): Member[] => {
  const wanted = query.toLocaleLowerCase()
  return people.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, shownItems)
}
