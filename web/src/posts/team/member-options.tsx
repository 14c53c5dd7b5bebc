import { useMessages } from '#web/i18n/index.ts'
import { Face } from '#web/ui/marks/face.tsx'
import { OneLine } from '#web/ui/one-line.tsx'

export interface Member {
  readonly uid: string
  readonly name: string
  readonly avatarUrl?: string | null
}

interface OptionsProps {
  /** The ID that the options’ IDs begin with. */
  readonly id: string
  readonly people: readonly Member[]
  readonly active: number
  readonly onActive: (nth: number) => void
  readonly onChoose: (person: Member) => void
}

/** The members that match what is typed after an @. The text keeps the focus, and its field handles the keys. */
export function MemberOptions({ id, people, active, onActive, onChoose }: OptionsProps) {
  const { team } = useMessages('team')
  return (
    <div role="listbox" aria-label={team.people} className="rounded-md border border-line-2 bg-raised p-1 shadow-1">
      {people.map((person, nth) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
        <div
          key={person.uid}
          id={`${id}-${nth}`}
          role="option"
          tabIndex={-1}
          aria-selected={nth === active}
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(nth)}
          onClick={() => onChoose(person)}
          className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-2.5 ${nth === active ? 'bg-sunken' : ''}`}
        >
          <Face name={person.name} url={person.avatarUrl} size={24} />
          <OneLine className="min-w-0 flex-1">{person.name}</OneLine>
        </div>
      ))}
    </div>
  )
}
