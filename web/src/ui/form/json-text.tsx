const tokens = /("(?:\\.|[^"\\])*"\s*:)|("(?:\\.|[^"\\])*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b)/g

/** The color of each kind of token: a name, a text, and a number or constant. */
const colors = ['text-brand', 'text-published', 'text-scheduled'] as const

/** Longer texts stay in one color: a browser would spend seconds on their parts. */
const maxColored = 20_000

/** JSON as text, with its names and values in colors. */
export function JsonText({ text }: { readonly text: string }) {
  if (text.length > maxColored) return text
  let end = 0
  const parts = [...text.matchAll(tokens)].map((match) => {
    const plain = text.slice(end, match.index)
    end = match.index + match[0].length
    const kind = match.slice(1).findIndex((group) => group !== undefined)
    return (
      <span key={match.index}>
        {plain}
        <span className={colors[kind]}>{match[0]}</span>
      </span>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
