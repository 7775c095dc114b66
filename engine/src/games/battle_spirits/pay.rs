//! What is to be paid: 費用支付.②–④, 繼召.1–5, 靈魂魔法.1–4; ruling-13 to ruling-16.
