/** The fixed texts of the bot, as HTML. */

export const helpText = `<b>Write me a post.</b> Send a text, pictures, a video or an album, and I make a draft of it. Then choose the accounts and publish it, schedule it or discard it. Edit your message to change the draft.

/new – write a post
/drafts – your drafts
/queue – what goes out next
/status – how the latest posts did
/stats – the numbers of the last weeks
/profile – choose the profile
/do – everything else
/unlink – disconnect this chat

In a group, write <code>/new</code> and the text, or answer one of my messages.`

export const welcomeText =
  'This chat is linked. I tell you here when posts go out, fail or wait for you.\n\nSend me a text or a picture to write the first post, or /help.'

export const notLinkedText =
  'This chat is not linked yet. Create an access code in Posthorn, and open its link, or send <code>/link CODE</code> here.'

export const badCodeText = 'This code does not work. Codes work once, for ten minutes. Create a new one in Posthorn.'

export const tooManyCodesText = 'Too many codes that do not work. Wait ten minutes, and then create a new one.'

export const linkYourselfText =
  'Your Telegram account is not linked yet. Link your private chat with me first; then you can also write posts here.'

export const groupLinkedText =
  'This group is linked. People whose own chat with me is linked can write posts here with <code>/new</code> and the text.'

export const groupTakenText = 'Somebody else has linked this group. They can unlink it with /unlink.'

export const unlinkedText = 'This chat is unlinked and will get no more notifications.'

export const newText = 'Send the text of the post, with pictures or a video if you like.'

export const unsupportedText = 'I can make a post of texts, pictures, videos and documents. This is something else.'

export const tooLargeText =
  'Telegram gives bots files of up to 20 MB only. Upload this one in Posthorn, or send a smaller version.'

export const notServedText =
  'The Bot API server of this installation keeps files on its own machine (--local), so Posthorn cannot read this one. Upload this one in Posthorn.'

export const noProfileText = 'There is no profile yet. Create one in Posthorn first.'

export const badTimeText =
  'I do not understand this time. Write one such as <i>tomorrow 9</i>, <i>thu 18:30</i>, <i>in 2 hours</i> or <i>1 dec 9:00</i>.'

/** The sentence about something that was given up, by the kind of the notice. */
export const lossTexts: Readonly<Record<string, string>> = {
  message_lost:
    'I could not process one of your messages because of a problem on my side. Check /drafts, and send it again if it is missing.',
  notice_lost:
    'I could not send you an update about a post because of a problem on my side. /status shows the latest posts.',
}

/** The commands that the menu of the chat shows. */
export const menu = [
  { command: 'new', description: 'Write a post' },
  { command: 'drafts', description: 'Your drafts' },
  { command: 'queue', description: 'What goes out next' },
  { command: 'status', description: 'How the latest posts did' },
  { command: 'stats', description: 'Numbers of the last weeks' },
  { command: 'profile', description: 'Choose the profile' },
  { command: 'do', description: 'Everything else' },
  { command: 'help', description: 'What I can do' },
  { command: 'unlink', description: 'Disconnect this chat' },
] as const
