import { online } from "#client/connection.ts";
import { paths } from "#portal/paths.ts";
import type { Form } from "#client/form/useForm.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { useStore } from "#ui/store.ts";
import { Link, useNavigate } from "react-router";
import { type FieldName, forgetOrder } from "./order.ts";

/** On to the review, or away with everything that was typed. */
export function FormActions(props: {
  form: Form<FieldName>;
  label: string;
  /** From now on nothing of it is kept. */
  onGiveUp: () => void;
}) {
  const { form, label, onGiveUp } = props;
  const common = useTexts("common");
  const navigate = useNavigate();
  const isOnline = useStore(online);
  return (
    <div className="btnrow start form-actions">
      <Button
        type="submit"
        look="primary"
        blocked={!isOnline || form.isBlocked}
        pending={form.isPending}
        onBlockedPress={() => {
          if (isOnline) void form.submit();
        }}
      >
        {isOnline ? label : common.offline.connectToTransfer}
      </Button>
      <Link
        className={buttonClass({ look: "quiet" })}
        to={paths.dashboard}
        onClick={(event) => {
          event.preventDefault();
          onGiveUp();
          void forgetOrder().then(() => navigate(paths.dashboard));
        }}
      >
        {common.cancel}
      </Link>
    </div>
  );
}
