import type { Collection, Document } from "mongodb";

export interface Numbered {
  _id: number;
}

/** For tests: a collection whose server gives these answers in order, and the received commands. */
export function collectionWith(...answers: (Document | Error)[]) {
  const commands: Document[] = [];
  const command = async (sent: Document) => {
    commands.push(sent);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    collection: { collectionName: "pins", db: { command } } as unknown as Collection<Numbered>,
    commands,
  };
}
