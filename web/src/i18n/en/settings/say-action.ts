/** Says what was done: "Queue paused", of `queue.paused`. Actions are named in English, as in the API. */
export function sayAction(action: string): string {
  const words = action.replaceAll(/[._-]/g, ' ')
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/^Api\b/, 'API')
}
