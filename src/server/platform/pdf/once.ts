/** A file that is there as a whole, as the parts of an answer. */
export async function* once<Part>(part: Part): AsyncGenerator<Part> {
  yield part;
}
