import { Notice } from "./Notice.tsx";

/**
 * Above a form that was refused: what is wrong, each line leading to its field. Announced when it
 * appears; draw it only while something is wrong.
 */
export function ErrorSummary(props: {
  title: string;
  /** `id` is the field's. */
  errors: readonly { id: string; text: string }[];
}) {
  return (
    <Notice kind="bad" role="alert">
      <b>{props.title}</b>
      <ul className="errors-list">
        {props.errors.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                // The address stays as it is.
                event.preventDefault();
                document.getElementById(id)?.focus();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
