/** Exchanges messages with the other tabs of this browser. */
interface Channel<Message> {
  readonly post: (message: Message) => void
  readonly listen: (hear: (message: Message) => void) => void
  readonly close: () => void
}

/** Opens a channel. If a browser stores nothing for this site, its tabs cannot communicate, and messages go nowhere. */
export function openChannel<Message>(name: string): Channel<Message> {
  try {
    const channel = new BroadcastChannel(name)
    return {
      post: (message) => channel.postMessage(message),
      listen: (hear) => {
        channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
      },
      close: () => channel.close(),
    }
  } catch {
    return { post: () => {}, listen: () => {}, close: () => {} }
  }
}
