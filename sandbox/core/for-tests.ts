export interface Reply {
  readonly status: number
  readonly headers: Headers
  /** As it came, since JSON.parse loses the end of a number that is long. */
  readonly text: string
  /** As JSON.parse has it: tests look into it wherever they like. */
  readonly body: ReturnType<typeof JSON.parse>
}

/** A call over real HTTP, as a program makes it that follows no redirect. */
export async function ask(
  url: string,
  { method, headers, body }: { method: string; headers: Headers; body: RequestInit['body'] | undefined },
): Promise<Reply> {
  const asked = { method, headers, signal: AbortSignal.timeout(10_000), redirect: 'manual' as const }
  const answer = await fetch(url, body === undefined ? asked : { ...asked, body })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json')
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : text }
}
