/** A step of a Containerfile, limited to the kinds that ours uses. */
export interface Step {
  readonly word: string
  readonly text: string
}

/** A stage of a Containerfile: everything from one FROM to the next. */
export interface Stage {
  readonly name: string | null
  readonly steps: readonly Step[]
}

/** Reads a Containerfile into its stages. */
export function readStages(text: string): readonly Stage[] {
  const steps = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Step => ({ word: line.split(' ', 1)[0] ?? '', text: line.slice(line.indexOf(' ') + 1).trim() }))
  const stages: { name: string | null; steps: Step[] }[] = []
  for (const step of steps) {
    if (step.word === 'FROM') stages.push({ name: / AS (\S+)/.exec(step.text)?.[1] ?? null, steps: [] })
    else stages.at(-1)?.steps.push(step)
  }
  return stages
}

/** Returns the words of `ENV A=1 B=2` as an object. */
export const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
