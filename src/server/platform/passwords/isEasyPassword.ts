import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** So many tries find every password of the list of the most common ones, and what is as easily made from words. */
const EASY_GUESSES = 100_000;
/** What follows makes none of them easier to guess, and costs much to look at. */
const MOST_CHARACTERS = 24;
/** Ways to read signs as letters: each is looked at, and the judging holds up everything else. */
const MOST_SUBSTITUTIONS = 20;

/** What people here choose beside what all the world does. In lower case. */
const LOCAL_WORDS = `
  mahal mahalko mahalkita mahalnamahal kitamahal ilove iloveyou pinakamahal pilipinas philippines pinoy
  pinay manila maynila cebu davao quezon pogi pogiako gwapo ganda maganda gandako astig bahala
  bahalana nanay tatay mama papa lola lolo anak bunso kuya asawa pamilya diyos panginoon hesus
  jesus santonino salamat salamatpo bayan kabayan pulis pulisako bumbero jailofficer pnp bfp bjmp
  napolcom patrolman password passwordko sikreto lihim walapassword pasok bukas savings
  january february march april june july august september october november december
  enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre
  monday tuesday wednesday thursday friday saturday sunday
  lunes martes miyerkules huwebes biyernes sabado linggo
  juandelacruz delacruz family adobo sinigang lechon pandesal sampaguita kalabaw tagalog barangay
`
  .trim()
  .split(/\s+/);

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * Whether a password is found by few tries: one that many people choose, rows of digits, letters or keys, repeats,
 * years, and such words with letters changed or digits added. `own` are words that a guesser tries first, as the names
 * of whose password it is.
 */
export async function isEasyPassword(
  password: string,
  own: readonly string[] = [],
): Promise<boolean> {
  // On first use: a process that never sets a password does not carry the words.
  loading ??= load();
  return (await loading).check(password, [...own]).guesses < EASY_GUESSES;
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new Factory({
    dictionary: { ...dictionary, local: LOCAL_WORDS },
    graphs,
    maxLength: MOST_CHARACTERS,
    l33tMaxSubstitutions: MOST_SUBSTITUTIONS,
  });
}
