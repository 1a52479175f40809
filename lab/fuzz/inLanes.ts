/** Does the places from 0 to below `count`, so many at a time. `act` says whether to go on. */
export async function inLanes(
  count: number,
  lanes: number,
  act: (index: number) => Promise<boolean>,
): Promise<number> {
  let next = 0;
  let isOver = false;
  const lane = async () => {
    while (!isOver && next < count) {
      const index = next;
      next += 1;
      if (!(await act(index))) isOver = true;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return next;
}
