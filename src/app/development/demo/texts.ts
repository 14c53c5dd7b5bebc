export interface DemoText {
  readonly content: string
  readonly tags: readonly string[]
  /** The number of its image. Absent if it has none. */
  readonly picture?: number
}

/** The posts of a coffee roaster. */
export const demoTexts: readonly [DemoText, ...DemoText[]] = [
  {
    content: 'Fresh from the drum: Ethiopia Guji, washed. Peach, jasmine, a little lemon.',
    tags: ['new-coffee'],
    picture: 0,
  },
  { content: 'The new Colombia Huila is on the shelf. Cherry, cocoa, brown sugar.', tags: ['new-coffee'], picture: 1 },
  { content: 'Kenya Nyeri is back. It sold out in nine days last time.', tags: ['new-coffee', 'offer'], picture: 2 },
  { content: 'A decaf that no one recognizes as one: Sugarcane process, Cauca.', tags: ['new-coffee'], picture: 3 },
  {
    content: 'How to brew for two with one V60: 30 g of coffee, 500 g of water, three pours, three minutes.',
    tags: ['how-to'],
    picture: 4,
  },
  {
    content: 'Your grinder is the most important part of your kitchen. Here is how to clean it in five minutes.',
    tags: ['how-to'],
    picture: 5,
  },
  { content: 'Too sour? Grind finer. Too bitter? Grind coarser. Change one thing at a time.', tags: ['how-to'] },
  { content: 'Water matters. Ours comes from the tap, with a filter for chalk. Nothing else.', tags: ['how-to'] },
  {
    content: 'Iced coffee without the melted ice: brew double strength over 200 g of ice.',
    tags: ['how-to'],
    picture: 6,
  },
  { content: 'Open cupping on Saturday at ten. Twelve places, six coffees, no homework.', tags: ['event'], picture: 7 },
  {
    content: 'We roast on Tuesdays and Thursdays. Look over the counter and ask us anything.',
    tags: ['behind-the-scenes'],
  },
  {
    content: 'Meet Ines, who roasts everything that leaves the house. She drinks filter, black, at four.',
    tags: ['behind-the-scenes', 'people'],
    picture: 5,
  },
  {
    content: 'The old drum roaster turns sixty this year. It has outlived three owners and one flood.',
    tags: ['behind-the-scenes'],
    picture: 3,
  },
  {
    content: 'A day in the roastery, from the first sack to the last parcel.',
    tags: ['behind-the-scenes'],
    picture: 1,
  },
  { content: 'What do you drink first thing in the morning?', tags: ['question'] },
  { content: 'Milk first or coffee first? We have an opinion. What is yours?', tags: ['question'] },
  { content: 'One coffee for the rest of your life. Which one?', tags: ['question'] },
  { content: 'Two bags, one price: this week every second bag is half off.', tags: ['offer'], picture: 2 },
  { content: 'Free shipping until Sunday, from one bag on.', tags: ['offer'] },
  { content: 'The subscription now comes every two weeks too. Pause it whenever you like.', tags: ['offer'] },
  {
    content: 'What we paid for green coffee last year, farm by farm. The whole list is on our site.',
    tags: ['sourcing'],
  },
  {
    content: 'Ten years with the Guerrero family in Huila. We went to say thank you.',
    tags: ['sourcing', 'people'],
    picture: 0,
  },
  { content: 'Why our prices go up by 40 cents, and where the money goes.', tags: ['sourcing'] },
  { content: 'Rain on the window, a full pot, nowhere to be. Have a good Sunday.', tags: ['mood'], picture: 6 },
  { content: 'First warm day of the year. The bench in front of the shop is yours.', tags: ['mood'], picture: 4 },
  { content: 'We are hiring: a barista for four days a week, weekends shared fairly.', tags: ['people'] },
]

/** The texts of a post that repeats every Monday. It is edited each week. */
export const weeklyTexts: readonly [DemoText, ...DemoText[]] = [
  {
    content: 'Monday quiz: which country drinks the most coffee per person? The answer is in the comments at noon.',
    tags: ['quiz'],
  },
  {
    content: 'Monday quiz: how many beans are in one espresso? The closest guess gets one on the house.',
    tags: ['quiz'],
  },
  { content: 'Monday quiz: a coffee cherry has how many seeds? Answers until noon, please.', tags: ['quiz'] },
  {
    content: 'Monday quiz: what came first, the filter or the French press? Tell us without looking it up.',
    tags: ['quiz'],
  },
  { content: 'Monday quiz: which of our six coffees has the most caffeine? It is not the darkest.', tags: ['quiz'] },
]

export const plannedTexts: readonly DemoText[] = [
  { content: 'Roasting again tomorrow: what should go into the drum first?', tags: ['question'] },
  { content: 'Guatemala Huehuetenango arrives this week. Almond, orange, honey.', tags: ['new-coffee'], picture: 0 },
  { content: 'Three ways to use coffee grounds that are not a face mask.', tags: ['how-to'], picture: 5 },
  { content: 'Open cupping on Saturday at ten. Four places are left.', tags: ['event'], picture: 7 },
  {
    content: 'The winter blend is back. It tastes like the inside of a cake.',
    tags: ['new-coffee', 'offer'],
    picture: 2,
  },
  { content: 'Behind the counter: how we dial in the espresso each morning.', tags: ['behind-the-scenes'], picture: 3 },
  { content: 'A thank you to everyone who came to the open day.', tags: ['event'] },
  { content: 'Gift cards, printed by hand next door.', tags: ['offer'], picture: 1 },
]

export const draftTexts: readonly DemoText[] = [
  {
    content: 'Idea: a series about the people who pick our coffee. Ask Ines for photos.',
    tags: ['sourcing', 'people'],
  },
  { content: 'Our favourite cafés in town that are not ours.', tags: ['mood'] },
  { content: 'Cold brew, step by step. Needs a better picture.', tags: ['how-to'], picture: 6 },
]
