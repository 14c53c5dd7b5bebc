import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { membersQuery } from '#web/app/queries.ts'
import { insertText } from '#web/compose/emoji/insert.ts'
import { TypedOptions } from '#web/compose/texts/typed-options.tsx'
import { useTypedList } from '#web/compose/texts/use-typed-list.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { OneLine } from '#web/ui/one-line.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
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
  const field = () => form.current?.querySelector('textarea') ?? null
  const typing = useTypedList(findAt)
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
  const found = typing.list ? findPeople(members, typing.list.typed.query) : []
  return (
    <form ref={form} className="grid grid-cols-[minmax(0,1fr)] gap-2" onSubmit={submit}>
      <TextArea
        label={label}
        hint={team.hint}
        className="min-h-16"
        dir="auto"
        maxLength={mostCharacters}
        value={text}
        aria-activedescendant={typing.active}
        onChange={({ target }) => {
          setText(target.value)
          typing.note(target.value, target.selectionStart)
        }}
        onKeyDown={(event) => {
          if (typing.press(event)) return
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
        }}
      />
      {typing.list && (
        <TypedOptions
          keys={typing.list.keys}
          onActive={typing.list.onActive}
          onClose={typing.list.onClose}
          label={team.people}
          items={found}
          keyOf={({ uid }) => uid}
          onChoose={({ uid, name }) => {
            const area = field()
            const typed = typing.list?.typed
            if (!area || !typed) return
            setChosen(new Set([...chosen, uid]))
            insertText(area, `@${name} `, typed.from, typed.to)
            typing.list?.onClose()
          }}
        >
          {({ name, avatarUrl }) => (
            <>
              <Face name={name} url={avatarUrl} size={24} />
              <OneLine className="min-w-0 flex-1">{name}</OneLine>
            </>
          )}
        </TypedOptions>
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

/** Finds an @ at the start of the word before the caret. */
function findAt(text: string, caret: number) {
  const [, query] = /(?:^|\s)@([^\s@]{0,40})$/u.exec(text.slice(0, caret)) ?? []
  return query === undefined ? null : { sign: '@', from: caret - query.length - 1, to: caret, query }
}

const findPeople = <Person extends { readonly name: string }>(people: readonly Person[], query: string): Person[] => {
  const wanted = query.toLocaleLowerCase()
  return people.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, shownItems)
}
