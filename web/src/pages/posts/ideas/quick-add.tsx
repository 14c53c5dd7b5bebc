import { type FormEvent, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { tellFailure } from '#web/ui/toast.tsx'
import { refreshIdeas } from './ideas-query.ts'
import { inLine } from './line.ts'

interface AddProps {
  readonly profileId: string
  readonly stageId: string | undefined
}

const longestTitle = 200

/** Adds an idea with one line and Enter. The field stays, for the next one. */
export function QuickAdd({ profileId, stageId }: AddProps) {
  const { ideas: words } = useMessages('ideas')
  const [text, setText] = useState('')
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const typed = text.trim()
    if (typed === '') return
    setText('')
    try {
      await inLine(() => api.createIdea({ profileId, ...(stageId && { stageId }), ...readTyped(typed) }))
      await refreshIdeas()
    } catch (error) {
      setText((next) => next || typed)
      if (error instanceof Error) tellFailure(words.notAdded, error)
    }
  }
  return (
    <form onSubmit={(event) => void add(event)} className="flex gap-2">
      <input
        aria-label={words.add}
        placeholder={words.addHint}
        dir="auto"
        autoComplete="off"
        maxLength={5_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="min-h-10 min-w-0 flex-1 rounded-md border border-line-2 bg-surface px-3 text-lg placeholder:text-ink-3 sm:min-h-9 sm:text-base"
      />
      <Button type="submit" variant="primary" aria-disabled={text.trim() === ''}>
        {words.create}
      </Button>
    </form>
  )
}

/** A link alone is the URL of an idea, and a long text its notes. */
function readTyped(typed: string): { title?: string; text?: string; url?: string } {
  if (/^https?:\/\/\S+$/i.test(typed) && URL.canParse(typed)) return { url: typed }
  return typed.length > longestTitle ? { text: typed } : { title: typed }
}
